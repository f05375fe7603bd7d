-- AlterTable
ALTER TABLE "field_groups" ADD COLUMN     "removed" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "field_removals" (
    "id" SERIAL NOT NULL,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "field_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL,

    CONSTRAINT "field_removals_pkey" PRIMARY KEY ("id")
);
