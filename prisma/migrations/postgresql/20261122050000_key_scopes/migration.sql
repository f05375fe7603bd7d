-- AlterTable
ALTER TABLE "users" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "scope" TEXT NOT NULL DEFAULT 'write';

-- CreateIndex
CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys"("user_id", "id") WHERE ("revoked_at" IS NULL);

-- What is known of the keys is known of their users.
UPDATE "users" SET "last_used_at" = (SELECT max("last_used_at") FROM "api_keys" WHERE "api_keys"."user_id" = "users"."id");
