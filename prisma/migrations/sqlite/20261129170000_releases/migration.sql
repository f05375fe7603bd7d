-- CreateTable
CREATE TABLE "database_release" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "release" TEXT NOT NULL,
    "works_with" TEXT NOT NULL,
    "finished" TEXT NOT NULL,
    "closed_at" DATETIME
);

-- CreateTable
CREATE TABLE "processes" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "release" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "manual" BOOLEAN NOT NULL,
    "stopped" BOOLEAN NOT NULL,
    "seen_at" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "processes_seen_at_idx" ON "processes"("seen_at");

-- The first release. What starts it says which one it is.
INSERT INTO "database_release" ("id", "release", "works_with", "finished") VALUES (1, '1.0.0', '1.0.0', '1.0.0');
