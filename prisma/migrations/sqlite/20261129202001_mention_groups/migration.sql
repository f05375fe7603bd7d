-- AlterTable
ALTER TABLE "comments" ADD COLUMN "mention_groups" TEXT;
