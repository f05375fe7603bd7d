-- CreateTable
CREATE TABLE "user_groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,
    "provider_group" TEXT,
    "user_count" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "user_group_users" (
    "account_id" INTEGER NOT NULL,
    "user_group_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,

    PRIMARY KEY ("user_group_id", "user_id"),
    CONSTRAINT "user_group_users_user_group_id_fkey" FOREIGN KEY ("user_group_id") REFERENCES "user_groups" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_group_users_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "user_group_projects" (
    "account_id" INTEGER NOT NULL,
    "user_group_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("user_group_id", "project_id"),
    CONSTRAINT "user_group_projects_user_group_id_fkey" FOREIGN KEY ("user_group_id") REFERENCES "user_groups" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "user_group_projects_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "user_groups_account_id_id_idx" ON "user_groups"("account_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "user_groups_account_id_name_key_key" ON "user_groups"("account_id", "name_key");

-- CreateIndex
CREATE INDEX "user_group_users_user_id_user_group_id_idx" ON "user_group_users"("user_id", "user_group_id");

-- CreateIndex
CREATE INDEX "user_group_projects_project_id_user_group_id_idx" ON "user_group_projects"("project_id", "user_group_id");

-- CreateIndex
CREATE INDEX "user_group_projects_account_id_project_id_idx" ON "user_group_projects"("account_id", "project_id");
