-- AlterTable
ALTER TABLE "media_files" ADD COLUMN "owner" TEXT;

-- AlterTable
ALTER TABLE "media_analyses" ADD COLUMN "owner" TEXT;

-- AlterTable
ALTER TABLE "imports" ADD COLUMN "owner" TEXT;

-- DropTable
DROP TABLE "webhook_workers";

-- CreateTable
CREATE TABLE "workers" (
    "id" TEXT NOT NULL,
    "alive_until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "media_files_owner_idx" ON "media_files"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_analyses_owner_idx" ON "media_analyses"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "imports_owner_idx" ON "imports"("owner") WHERE "lease_token" IS NOT NULL;


-- Nobody works on the database while it is migrated.
UPDATE "webhook_states" SET "owner" = NULL WHERE "owner" IS NOT NULL;
