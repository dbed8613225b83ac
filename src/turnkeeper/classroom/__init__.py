"""For instructors: a folder of submissions graded, and what Gradescope, GitHub Classroom and quizzes take."""
