-- CreateTable
CREATE TABLE "identities" (
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "password_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "body" TEXT,
    "status" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT
);

-- CreateIndex
CREATE UNIQUE INDEX "identities_user_id_issuer_key" ON "identities"("user_id", "issuer");

-- CreateIndex
CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");

-- CreateIndex
CREATE INDEX "messages_due_at_id_idx" ON "messages"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "messages_account_id_user_id_due_at_id_idx" ON "messages"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "messages_expires_at_idx" ON "messages"("expires_at") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "messages_owner_idx" ON "messages"("owner") WHERE "lease_token" IS NOT NULL;
