-- AlterTable
ALTER TABLE "webhook_states" ADD COLUMN "latest_id" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_event_id" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_event" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_succeeded" BOOLEAN;
ALTER TABLE "webhook_states" ADD COLUMN "latest_response_status" INTEGER;
ALTER TABLE "webhook_states" ADD COLUMN "latest_error" TEXT;
ALTER TABLE "webhook_states" ADD COLUMN "latest_attempt" INTEGER;
ALTER TABLE "webhook_states" ADD COLUMN "latest_duration_ms" INTEGER;
ALTER TABLE "webhook_states" ADD COLUMN "latest_created_at" DATETIME;
ALTER TABLE "webhook_states" ADD COLUMN "latest_next_attempt_at" DATETIME;

-- What was one text of JSON.
UPDATE "webhook_states" SET
  "latest_id" = "latest_run" ->> 'id',
  "latest_event_id" = "latest_run" ->> 'event_id',
  "latest_event" = "latest_run" ->> 'event',
  "latest_succeeded" = "latest_run" ->> 'status' = 'success',
  "latest_response_status" = "latest_run" ->> 'response_status',
  "latest_error" = "latest_run" ->> 'error',
  "latest_attempt" = "latest_run" ->> 'attempt',
  "latest_duration_ms" = "latest_run" ->> 'duration_ms',
  "latest_created_at" = replace("latest_run" ->> 'created_at', 'Z', '+00:00'),
  "latest_next_attempt_at" = replace("latest_run" ->> 'next_attempt_at', 'Z', '+00:00')
WHERE "latest_run" IS NOT NULL;

-- AlterTable
ALTER TABLE "webhook_states" DROP COLUMN "latest_run";
