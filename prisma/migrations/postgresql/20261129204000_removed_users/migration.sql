-- AlterTable
ALTER TABLE "users" ADD COLUMN     "removed_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "user_removals" (
    "id" TEXT NOT NULL,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "removed_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "heir_id" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "owner" TEXT,
    "lease_token" TEXT,

    CONSTRAINT "user_removals_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_removals_removed_id_key" ON "user_removals"("removed_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_removals_email_key_key" ON "user_removals"("email_key");

-- CreateIndex
CREATE INDEX "user_removals_due_at_id_idx" ON "user_removals"("due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "user_removals_account_id_user_id_due_at_id_idx" ON "user_removals"("account_id", "user_id", "due_at", "id") WHERE ("due_at" IS NOT NULL);

-- CreateIndex
CREATE INDEX "user_removals_owner_idx" ON "user_removals"("owner") WHERE ("lease_token" IS NOT NULL);
