"""From assignment to grade book: homework, worksheets, submissions, marks."""
