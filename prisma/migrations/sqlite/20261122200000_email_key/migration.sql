-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_key" TEXT NOT NULL DEFAULT '';

-- The addresses that are there already. SQLite changes ASCII letters only: others are found by their exact spelling.
UPDATE "users" SET "email_key" = lower("email");

-- CreateIndex
CREATE INDEX "users_email_key_idx" ON "users"("email_key");
