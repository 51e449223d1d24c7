"""Files for Jupyter: settings of `plyglass lab`, and how nbconvert makes pages of notebooks."""
