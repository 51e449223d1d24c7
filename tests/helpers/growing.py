"""A nested list of a tree, as for plain.py, that grows where a program looks."""


class Growing(list):
    """The children of a node; they are leaves' values or such lists, made when first asked for."""

    def __init__(self, tree, n=()):
        super().__init__(tree.children(n))
        self.tree, self.made = tree, {}

    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[j] for j in range(*i.indices(len(self)))]
        if i not in self.made:
            c = super().__getitem__(i)
            leaf = self.tree.is_leaf(c)
            self.made[i] = self.tree.value(c) if leaf else Growing(self.tree, c)
        return self.made[i]

    def __iter__(self):
        return (self[i] for i in range(len(self)))
