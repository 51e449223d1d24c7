"""Tables for notebooks: aligned as text, escaped as HTML."""

from math import inf

import pytest

from tracer.draw.table import table


def test_numbers_are_aligned_to_the_right():
    shown = table(("search", "leaves", "bound"), [("alpha-beta", 5, -inf), ("SSS*", 12, "≤ 9")])
    assert (
        repr(shown)
        == "search      leaves  bound\nalpha-beta       5     −∞\nSSS*            12    ≤ 9"
    )
    assert shown._repr_html_().count("text-align: right") == 6


def test_whatever_stands_in_a_cell_is_text():
    html = table(["<b>"], [["<script>"], [True], [None]])._repr_html_()
    assert "<script>" not in html and "&lt;script&gt;" in html and "<b>" not in html
    assert ">yes<" in html and ">None<" in html


def test_a_table_may_be_empty():
    assert repr(table(["search", "leaves"], [])) == "search  leaves"
    assert "<th" in table(["search"], [])._repr_html_()


def test_a_row_of_another_length_is_refused():
    with pytest.raises(ValueError, match="a row has 1 cells; the header has 2"):
        table(["search", "leaves"], [["SSS*"]])
