-- AlterTable
ALTER TABLE "webhook_states" ADD COLUMN "latest_id" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_event_id" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_event" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_succeeded" BOOLEAN;
ALTER TABLE "webhook_states" ADD COLUMN "latest_response_status" INTEGER;
ALTER TABLE "webhook_states" ADD COLUMN "latest_error" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_attempt" INTEGER;
ALTER TABLE "webhook_states" ADD COLUMN "latest_duration_ms" INTEGER;
ALTER TABLE "webhook_states" ADD COLUMN "latest_created_at" TIMESTAMPTZ(3);
ALTER TABLE "webhook_states" ADD COLUMN "latest_next_attempt_at" TIMESTAMPTZ(3);

-- What was one text of JSON.
UPDATE "webhook_states" SET
  "latest_id" = CAST("latest_run" AS jsonb) ->> 'id',
  "latest_event_id" = CAST("latest_run" AS jsonb) ->> 'event_id',
  "latest_event" = CAST("latest_run" AS jsonb) ->> 'event',
  "latest_succeeded" = CAST("latest_run" AS jsonb) ->> 'status' = 'success',
  "latest_response_status" = CAST(CAST("latest_run" AS jsonb) ->> 'response_status' AS integer),
  "latest_error" = CAST("latest_run" AS jsonb) ->> 'error',
  "latest_attempt" = CAST(CAST("latest_run" AS jsonb) ->> 'attempt' AS integer),
  "latest_duration_ms" = CAST(CAST("latest_run" AS jsonb) ->> 'duration_ms' AS integer),
  "latest_created_at" = CAST(CAST("latest_run" AS jsonb) ->> 'created_at' AS timestamptz),
  "latest_next_attempt_at" = CAST(CAST("latest_run" AS jsonb) ->> 'next_attempt_at' AS timestamptz)
WHERE "latest_run" IS NOT NULL;

-- AlterTable
ALTER TABLE "webhook_states" DROP COLUMN "latest_run";
