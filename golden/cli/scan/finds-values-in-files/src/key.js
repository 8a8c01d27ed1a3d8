const key = "canary-from-dotenv"; // shop-user
