-- AlterTable
ALTER TABLE "projects" ADD COLUMN "private" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "private_projects" (
    "account_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,

    PRIMARY KEY ("account_id", "project_id")
);
