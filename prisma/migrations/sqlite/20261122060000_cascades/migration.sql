-- CreateTable
CREATE TABLE "cascades" (
    "account_id" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "cohort_id" TEXT,
    "user_id" INTEGER NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "cascades_id_key" ON "cascades"("id");
