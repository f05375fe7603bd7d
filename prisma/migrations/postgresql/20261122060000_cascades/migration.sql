-- CreateTable
CREATE TABLE "cascades" (
    "account_id" INTEGER NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "cohort_id" TEXT,
    "user_id" INTEGER NOT NULL,

    CONSTRAINT "cascades_pkey" PRIMARY KEY ("account_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "cascades_id_key" ON "cascades"("id");
