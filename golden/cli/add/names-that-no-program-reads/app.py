import os
os.environ["DATABASE_URL"], os.getenv("SENTRY_DSN", "")
