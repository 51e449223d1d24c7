"""From assignments to the grade book: homework, worksheets, submissions and marks."""
