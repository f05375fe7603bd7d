-- AlterTable
ALTER TABLE "trash_cohorts" ADD COLUMN "items" INTEGER NOT NULL DEFAULT 0;

-- What is in the trash already.
UPDATE "trash_cohorts" SET "items" =
  (SELECT count(*) FROM "assets" WHERE "assets"."cohort_id" = "trash_cohorts"."id") +
  (SELECT count(*) FROM "projects" WHERE "projects"."cohort_id" = "trash_cohorts"."id");

-- CreateIndex
CREATE INDEX "trash_cohorts_account_id_trashed_at_id_idx" ON "trash_cohorts"("account_id", "trashed_at", "id") WHERE ("items" != 0);
