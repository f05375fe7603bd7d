-- AlterTable
ALTER TABLE "users" ADD COLUMN "email_key" TEXT NOT NULL DEFAULT '';

-- The addresses that are there already.
UPDATE "users" SET "email_key" = lower("email");

-- CreateIndex
CREATE INDEX "users_email_key_idx" ON "users"("email_key");
