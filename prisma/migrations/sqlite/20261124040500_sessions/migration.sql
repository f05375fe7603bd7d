-- CreateTable
CREATE TABLE "passwords" (
    "user_id" INTEGER NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "passwords_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "keep" BOOLEAN NOT NULL,
    "user_agent" TEXT,
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "network" TEXT NOT NULL,
    "email_digest" TEXT,
    "failed_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_id_idx" ON "sessions"("user_id", "id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_network_failed_at_idx" ON "sign_in_failures"("network", "failed_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_failed_at_idx" ON "sign_in_failures"("failed_at");
