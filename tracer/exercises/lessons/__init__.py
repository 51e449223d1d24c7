"""The exercises of the notebooks, one file per notebook, with their judges and answers."""
