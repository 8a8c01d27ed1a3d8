import os
os.environ["LOG_LEVEL"]
os.environ["APP_PORT"], os.environ["APP_HOST"]
os.environ[name]  # tool: allow W1703 -- names of a list
# tool: allow W1701, W1703
os.environ["ELSEWHERE"], os.environ[other]
os.environ["API_KEY"], os.environ["DB_URL"]
