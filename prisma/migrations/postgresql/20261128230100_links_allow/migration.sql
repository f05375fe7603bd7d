-- AlterTable
ALTER TABLE "links" ADD COLUMN     "approvals" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "versions" BOOLEAN NOT NULL DEFAULT false;
