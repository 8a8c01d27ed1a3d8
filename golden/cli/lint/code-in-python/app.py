"""os.environ["IN_A_TEXT"]"""
import os
from os import environ, getenv as read

KEY = "API_KEY"
print(os.environ[KEY], environ.get("DB_URL"), read("API_KEI"), f"{os.environ['MAIL_TOKEN']}")
print(os.environ[KEY + "_2"], os.environ.get("PORT", "80"))  # os.environ["IN_A_COMMENT"]
os.environ["SET_HERE"] = "1"
print(os.environ["SET_HERE"], os.environ["HOME"])
