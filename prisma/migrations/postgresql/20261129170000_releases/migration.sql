-- CreateTable
CREATE TABLE "database_release" (
    "id" INTEGER NOT NULL,
    "release" TEXT NOT NULL,
    "works_with" TEXT NOT NULL,
    "finished" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "database_release_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL,
    "release" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "manual" BOOLEAN NOT NULL,
    "stopped" BOOLEAN NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "processes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "processes_seen_at_idx" ON "processes"("seen_at");

-- The first release. What starts it says which one it is.
INSERT INTO "database_release" ("id", "release", "works_with", "finished") VALUES (1, '1.0.0', '1.0.0', '1.0.0');
