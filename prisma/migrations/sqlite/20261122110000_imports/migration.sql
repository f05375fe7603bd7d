-- CreateTable
CREATE TABLE "imports" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "dry_run" BOOLEAN NOT NULL,
    "format" TEXT NOT NULL,
    "header" TEXT,
    "size" INTEGER NOT NULL DEFAULT 0,
    "position" INTEGER NOT NULL DEFAULT 0,
    "line" INTEGER NOT NULL DEFAULT 1,
    "rows" INTEGER NOT NULL DEFAULT 0,
    "created" INTEGER NOT NULL DEFAULT 0,
    "updated" INTEGER NOT NULL DEFAULT 0,
    "unchanged" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "due_at" DATETIME,
    "lease_token" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "import_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("import_id", "number")
);

-- CreateTable
CREATE TABLE "import_errors" (
    "import_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "column_name" TEXT,
    "error" TEXT NOT NULL,

    PRIMARY KEY ("import_id", "number")
);

-- CreateTable
CREATE TABLE "import_notes" (
    "import_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("import_id", "name")
);

-- CreateIndex
CREATE INDEX "imports_account_id_id_idx" ON "imports"("account_id", "id");

-- CreateIndex
CREATE INDEX "imports_due_at_idx" ON "imports"("due_at") WHERE "due_at" IS NOT NULL;
