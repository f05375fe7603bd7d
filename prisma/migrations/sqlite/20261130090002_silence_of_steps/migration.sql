-- AlterTable
ALTER TABLE "action_steps" ADD COLUMN "silent_at" DATETIME;
