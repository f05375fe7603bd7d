-- Made by Prisma from the schema. By hand are WITHOUT ROWID in three tables, which are half as large that way, the keys of
-- "cascades" and "passwords", and the part at the end.

-- CreateTable
CREATE TABLE "accounts" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL DEFAULT '',
    "admin" BOOLEAN NOT NULL,
    "access" TEXT NOT NULL DEFAULT 'account',
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,
    "disabled_at" DATETIME,
    CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT,
    "hash" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'write',
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME,
    "last_used_at" DATETIME,
    "revoked_at" DATETIME,
    CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "tokens" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "passwords" (
    "user_id" INTEGER NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "passwords_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "keep" BOOLEAN NOT NULL,
    "user_agent" TEXT,
    "created_at" DATETIME NOT NULL,
    "last_used_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "network" TEXT NOT NULL,
    "email_digest" TEXT,
    "failed_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "identities" (
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "password_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "body" TEXT,
    "status" TEXT NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT
);

-- CreateTable
CREATE TABLE "projects" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "project_id" TEXT,
    "owner" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "tags" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "created_at" DATETIME NOT NULL,
    "modified_at" DATETIME NOT NULL,
    "cohort_id" TEXT,
    CONSTRAINT "projects_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE NO ACTION ON UPDATE CASCADE,
    CONSTRAINT "projects_cohort_id_fkey" FOREIGN KEY ("cohort_id") REFERENCES "trash_cohorts" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "assets" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "external_id" TEXT,
    "project_id" TEXT,
    "parent_asset_id" TEXT,
    "owner" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "tags" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'open',
    "original_filename" TEXT,
    "created_at" DATETIME NOT NULL,
    "modified_at" DATETIME NOT NULL,
    "cohort_id" TEXT,
    CONSTRAINT "assets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE NO ACTION ON UPDATE CASCADE,
    CONSTRAINT "assets_cohort_id_fkey" FOREIGN KEY ("cohort_id") REFERENCES "trash_cohorts" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "project_members" (
    "account_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("project_id", "user_id"),
    CONSTRAINT "project_members_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "project_members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "collections" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "description" TEXT NOT NULL,
    "is_public" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    "deleted_at" DATETIME,
    CONSTRAINT "collections_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "collection_assets" (
    "account_id" INTEGER NOT NULL,
    "collection_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "place" BIGINT NOT NULL,

    PRIMARY KEY ("collection_id", "asset_id"),
    CONSTRAINT "collection_assets_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "collection_assets_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "links" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asset_id" TEXT,
    "project_id" TEXT,
    "collection_id" INTEGER,
    "title" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "password" TEXT,
    "download" BOOLEAN NOT NULL,
    "comments" BOOLEAN NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME NOT NULL,
    "last_used_at" DATETIME,
    CONSTRAINT "links_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "link_comments" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "link_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "link_comments_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "external_ids" (
    "account_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,

    PRIMARY KEY ("account_id", "digest")
);

-- CreateTable
CREATE TABLE "trash_cohorts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "root_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "trashed_at" DATETIME NOT NULL,
    "purge_begun_at" DATETIME,
    "items" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "cascades" (
    "account_id" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "cohort_id" TEXT,
    "user_id" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "history" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "severity" INTEGER NOT NULL,
    "targets" TEXT NOT NULL,
    "time" DATETIME NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asset_id" TEXT,
    "project_id" TEXT,
    "to_project_id" TEXT,
    "fields" TEXT
);

-- CreateTable
CREATE TABLE "changes" (
    "account_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT,

    PRIMARY KEY ("account_id", "number")
);

-- CreateTable
CREATE TABLE "project_parents" (
    "account_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "parent_id" TEXT,

    PRIMARY KEY ("account_id", "project_id", "number")
);

-- CreateTable
CREATE TABLE "change_inbox" (
    "position" BIGINT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT,
    "moved_project_id" TEXT
);

-- CreateTable
CREATE TABLE "media_files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "import_id" TEXT,
    "filename" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT,
    "validator" TEXT,
    "content_type" TEXT,
    "blob_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME,
    "replaced_at" DATETIME,
    "replaced_by" INTEGER,
    CONSTRAINT "media_files_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE,
    CONSTRAINT "media_files_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_usage" (
    "account_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "bytes" BIGINT NOT NULL
);

-- CreateTable
CREATE TABLE "media_blobs" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "crc32" BIGINT,
    "size" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "analysis" TEXT,
    "content_type" TEXT,
    "metadata" TEXT,
    "playback" TEXT,
    "rendering" TEXT,
    "analysis_version" INTEGER NOT NULL DEFAULT 0,
    "rendering_version" INTEGER NOT NULL DEFAULT 0
);

-- CreateTable
CREATE TABLE "media_previews" (
    "blob_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "key" TEXT NOT NULL,

    PRIMARY KEY ("blob_id", "kind"),
    CONSTRAINT "media_previews_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_analyses" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "quiet" BOOLEAN NOT NULL DEFAULT false,
    "backlog" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT,
    "staged" TEXT,
    CONSTRAINT "media_analyses_id_fkey" FOREIGN KEY ("id") REFERENCES "media_files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_proxies" (
    "blob_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "width" INTEGER,
    "height" INTEGER,
    "duration" REAL,
    "size" BIGINT NOT NULL,
    "sha256" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "tiles" TEXT,

    PRIMARY KEY ("blob_id", "kind"),
    CONSTRAINT "media_proxies_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_renderings" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "short" BOOLEAN NOT NULL DEFAULT false,
    "quiet" BOOLEAN NOT NULL DEFAULT false,
    "backlog" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "progress" REAL NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "owner" TEXT,
    "lease_token" TEXT,
    "staged" TEXT,
    CONSTRAINT "media_renderings_id_fkey" FOREIGN KEY ("id") REFERENCES "media_files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "media_removals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "blob_id" TEXT,
    "key" TEXT,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "uploads" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "content_type" TEXT,
    "sha256" TEXT,
    "status" TEXT NOT NULL,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "lease_token" TEXT,
    "leased_until" DATETIME,
    "expires_at" DATETIME NOT NULL,
    "created_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "media_downloads" (
    "signature" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "media_bundles" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "files" TEXT NOT NULL,
    "unsummed" TEXT NOT NULL DEFAULT '[]',
    "size" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "settings" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "webhooks" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "http_url" TEXT NOT NULL,
    "http_method" TEXT NOT NULL,
    "trigger_events" TEXT NOT NULL,
    "project_id" TEXT,
    "disabled" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "webhook_triggers" (
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,

    PRIMARY KEY ("account_id", "event", "webhook_id"),
    CONSTRAINT "webhook_triggers_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "webhook_headers" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "header_key" TEXT NOT NULL,
    "header_value" TEXT NOT NULL,
    "hidden" BOOLEAN NOT NULL,
    "is_hmac" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "webhook_headers_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "webhook_users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "webhook_users_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "webhook_states" (
    "webhook_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "owner" TEXT,
    "token" INTEGER NOT NULL DEFAULT 0,
    "last_sequence" BIGINT NOT NULL DEFAULT 0,
    "first_tried" BIGINT NOT NULL DEFAULT 0,
    "retrying" INTEGER NOT NULL DEFAULT 0,
    "testing" INTEGER NOT NULL DEFAULT 0,
    "given_up" INTEGER NOT NULL DEFAULT 0,
    "failing_since" DATETIME,
    "latest_id" TEXT,
    "latest_event_id" TEXT,
    "latest_event" TEXT,
    "latest_succeeded" BOOLEAN,
    "latest_response_status" INTEGER,
    "latest_error" TEXT,
    "latest_attempt" INTEGER,
    "latest_duration_ms" INTEGER,
    "latest_created_at" DATETIME,
    "latest_next_attempt_at" DATETIME,
    CONSTRAINT "webhook_states_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "workers" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "alive_until" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "webhook_waiting" (
    "event_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "after_number" BIGINT NOT NULL,
    "webhook_ids" TEXT NOT NULL,
    "projects" TEXT
);

-- CreateTable
CREATE TABLE "webhook_queue" (
    "webhook_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,

    PRIMARY KEY ("webhook_id", "sequence")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "webhook_retries" (
    "event_id" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "delays_used" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "due_at" DATETIME NOT NULL,

    PRIMARY KEY ("event_id", "webhook_id")
) WITHOUT ROWID;

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "event_id" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "sequence" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "trigger" TEXT NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "final" BOOLEAN NOT NULL,
    "given_up" BOOLEAN NOT NULL,
    "http_url" TEXT NOT NULL,
    "http_method" TEXT NOT NULL,
    "request_headers" TEXT NOT NULL,
    "response_status" INTEGER,
    "response_headers" TEXT,
    "response_body" TEXT,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,
    "next_attempt_at" DATETIME
);

-- CreateTable
CREATE TABLE "webhook_leftovers" (
    "webhook_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

-- CreateTable
CREATE TABLE "field_groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "removed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "fields" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "field_type" TEXT NOT NULL,
    "dropdown_options" TEXT NOT NULL,
    "searchable" BOOLEAN NOT NULL,
    "read_only" BOOLEAN NOT NULL,
    "metadata_source" TEXT,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "fields_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "field_values" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "document" TEXT NOT NULL,

    PRIMARY KEY ("item_id", "field_group_id"),
    CONSTRAINT "field_values_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "field_removals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "field_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "comments" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "guest_name" TEXT,
    "link_id" INTEGER,
    "text" TEXT NOT NULL,
    "internal" BOOLEAN NOT NULL,
    "reply_to" INTEGER,
    "time" REAL,
    "duration" REAL,
    "page" INTEGER,
    "area" TEXT,
    "done" BOOLEAN NOT NULL DEFAULT false,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "comment_leftovers" (
    "item_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "asked_by" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "request" TEXT,
    "text" TEXT,
    "created_at" DATETIME NOT NULL,
    "decided_at" DATETIME
);

-- CreateTable
CREATE TABLE "favorites" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("item_id", "item_type", "user_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "account_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("account_id", "digest")
);

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
    "media_failed" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "due_at" DATETIME,
    "owner" TEXT,
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
CREATE UNIQUE INDEX "accounts_name_key" ON "accounts"("name");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "users_account_id_id_idx" ON "users"("account_id", "id");

-- CreateIndex
CREATE INDEX "users_email_key_idx" ON "users"("email_key");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

-- CreateIndex
CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys"("user_id", "id") WHERE "revoked_at" IS NULL;

-- CreateIndex
CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

-- CreateIndex
CREATE INDEX "tokens_user_id_idx" ON "tokens"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");

-- CreateIndex
CREATE INDEX "sessions_user_id_id_idx" ON "sessions"("user_id", "id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_network_failed_at_idx" ON "sign_in_failures"("network", "failed_at");

-- CreateIndex
CREATE INDEX "sign_in_failures_failed_at_idx" ON "sign_in_failures"("failed_at");

-- CreateIndex
CREATE UNIQUE INDEX "identities_user_id_issuer_key" ON "identities"("user_id", "issuer");

-- CreateIndex
CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");

-- CreateIndex
CREATE INDEX "messages_due_at_id_idx" ON "messages"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "messages_account_id_user_id_due_at_id_idx" ON "messages"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "messages_expires_at_idx" ON "messages"("expires_at") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "messages_owner_idx" ON "messages"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "projects_project_id_id_idx" ON "projects"("project_id", "id") WHERE "project_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "projects_cohort_id_id_idx" ON "projects"("cohort_id", "id") WHERE "cohort_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "assets_project_id_id_idx" ON "assets"("project_id", "id") WHERE "project_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "assets_cohort_id_id_idx" ON "assets"("cohort_id", "id") WHERE "cohort_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "project_members_user_id_project_id_idx" ON "project_members"("user_id", "project_id");

-- CreateIndex
CREATE INDEX "collections_account_id_id_idx" ON "collections"("account_id", "id");

-- CreateIndex
CREATE INDEX "collections_user_id_id_idx" ON "collections"("user_id", "id");

-- CreateIndex
CREATE INDEX "collections_deleted_at_id_idx" ON "collections"("deleted_at", "id") WHERE "deleted_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "collection_assets_collection_id_place_idx" ON "collection_assets"("collection_id", "place");

-- CreateIndex
CREATE INDEX "collection_assets_asset_id_collection_id_idx" ON "collection_assets"("asset_id", "collection_id");

-- CreateIndex
CREATE UNIQUE INDEX "links_hash_key" ON "links"("hash");

-- CreateIndex
CREATE INDEX "links_account_id_idx" ON "links"("account_id");

-- CreateIndex
CREATE INDEX "links_asset_id_id_idx" ON "links"("asset_id", "id") WHERE "asset_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "links_project_id_id_idx" ON "links"("project_id", "id") WHERE "project_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "links_collection_id_id_idx" ON "links"("collection_id", "id") WHERE "collection_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "links_expires_at_idx" ON "links"("expires_at");

-- CreateIndex
CREATE INDEX "link_comments_link_id_network_created_at_idx" ON "link_comments"("link_id", "network", "created_at");

-- CreateIndex
CREATE INDEX "link_comments_created_at_idx" ON "link_comments"("created_at");

-- CreateIndex
CREATE INDEX "trash_cohorts_account_id_trashed_at_idx" ON "trash_cohorts"("account_id", "trashed_at");

-- CreateIndex
CREATE INDEX "trash_cohorts_account_id_trashed_at_id_idx" ON "trash_cohorts"("account_id", "trashed_at", "id") WHERE "items" != 0;

-- CreateIndex
CREATE UNIQUE INDEX "cascades_id_key" ON "cascades"("id");

-- CreateIndex
CREATE INDEX "history_asset_id_id_idx" ON "history"("asset_id", "id") WHERE "asset_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "history_project_id_id_idx" ON "history"("project_id", "id") WHERE "project_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "history_to_project_id_id_idx" ON "history"("to_project_id", "id") WHERE "to_project_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_files_owner_idx" ON "media_files"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_files_asset_id_id_idx" ON "media_files"("asset_id", "id");

-- CreateIndex
CREATE INDEX "media_files_due_at_id_idx" ON "media_files"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_files_account_id_user_id_due_at_id_idx" ON "media_files"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_files_blob_id_idx" ON "media_files"("blob_id") WHERE "blob_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_files_partial_idx" ON "media_files"("partial") WHERE "partial" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_usage_bytes_idx" ON "media_usage"("bytes");

-- CreateIndex
CREATE UNIQUE INDEX "media_blobs_sha256_key" ON "media_blobs"("sha256");

-- CreateIndex
CREATE INDEX "media_blobs_id_idx" ON "media_blobs"("id") WHERE "crc32" IS NULL;

-- CreateIndex
CREATE INDEX "media_blobs_analysis_version_idx" ON "media_blobs"("analysis_version") WHERE "analysis" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_blobs_rendering_version_idx" ON "media_blobs"("rendering_version") WHERE "rendering" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "media_previews_key_key" ON "media_previews"("key");

-- CreateIndex
CREATE INDEX "media_analyses_owner_idx" ON "media_analyses"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_analyses_due_at_id_idx" ON "media_analyses"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_analyses_account_id_user_id_due_at_id_idx" ON "media_analyses"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_analyses_id_idx" ON "media_analyses"("id") WHERE "backlog" = true;

-- CreateIndex
CREATE UNIQUE INDEX "media_proxies_key_key" ON "media_proxies"("key");

-- CreateIndex
CREATE INDEX "media_renderings_owner_idx" ON "media_renderings"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_due_at_id_idx" ON "media_renderings"("due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_account_id_user_id_due_at_id_idx" ON "media_renderings"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_short_account_id_user_id_due_at_id_idx" ON "media_renderings"("short", "account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_renderings_id_idx" ON "media_renderings"("id") WHERE "backlog" = true;

-- CreateIndex
CREATE INDEX "uploads_asset_id_idx" ON "uploads"("asset_id");

-- CreateIndex
CREATE INDEX "uploads_user_id_status_idx" ON "uploads"("user_id", "status");

-- CreateIndex
CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

-- CreateIndex
CREATE INDEX "uploads_partial_idx" ON "uploads"("partial") WHERE "partial" IS NOT NULL;

-- CreateIndex
CREATE INDEX "uploads_status_idx" ON "uploads"("status") WHERE "partial" IS NOT NULL;

-- CreateIndex
CREATE INDEX "media_downloads_expires_at_idx" ON "media_downloads"("expires_at");

-- CreateIndex
CREATE INDEX "media_bundles_expires_at_idx" ON "media_bundles"("expires_at");

-- CreateIndex
CREATE INDEX "webhooks_account_id_id_idx" ON "webhooks"("account_id", "id");

-- CreateIndex
CREATE INDEX "webhooks_project_id_idx" ON "webhooks"("project_id") WHERE "project_id" IS NOT NULL;

-- CreateIndex
CREATE INDEX "webhook_triggers_webhook_id_idx" ON "webhook_triggers"("webhook_id");

-- CreateIndex
CREATE INDEX "webhook_headers_webhook_id_id_idx" ON "webhook_headers"("webhook_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_users_webhook_id_user_id_key" ON "webhook_users"("webhook_id", "user_id");

-- CreateIndex
CREATE INDEX "webhook_waiting_account_id_after_number_idx" ON "webhook_waiting"("account_id", "after_number");

-- CreateIndex
CREATE INDEX "webhook_retries_webhook_id_due_at_idx" ON "webhook_retries"("webhook_id", "due_at");

-- CreateIndex
CREATE INDEX "webhook_attempts_webhook_id_succeeded_id_idx" ON "webhook_attempts"("webhook_id", "succeeded", "id");

-- CreateIndex
CREATE INDEX "webhook_attempts_webhook_id_id_idx" ON "webhook_attempts"("webhook_id", "id") WHERE "given_up" = true;

-- CreateIndex
CREATE INDEX "field_groups_account_id_id_idx" ON "field_groups"("account_id", "id");

-- CreateIndex
CREATE INDEX "fields_field_group_id_id_idx" ON "fields"("field_group_id", "id");

-- CreateIndex
CREATE INDEX "fields_account_id_id_idx" ON "fields"("account_id", "id") WHERE "metadata_source" IS NOT NULL;

-- CreateIndex
CREATE INDEX "field_values_field_group_id_item_id_idx" ON "field_values"("field_group_id", "item_id");

-- CreateIndex
CREATE INDEX "comments_item_id_id_idx" ON "comments"("item_id", "id");

-- CreateIndex
CREATE INDEX "comments_reply_to_id_idx" ON "comments"("reply_to", "id") WHERE "reply_to" IS NOT NULL;

-- CreateIndex
CREATE UNIQUE INDEX "approvals_asset_id_user_id_key" ON "approvals"("asset_id", "user_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_account_id_created_at_idx" ON "idempotency_keys"("account_id", "created_at");

-- CreateIndex
CREATE INDEX "imports_owner_idx" ON "imports"("owner") WHERE "lease_token" IS NOT NULL;

-- CreateIndex
CREATE INDEX "imports_account_id_id_idx" ON "imports"("account_id", "id");

-- CreateIndex
CREATE INDEX "imports_due_at_idx" ON "imports"("due_at") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "imports_account_id_user_id_due_at_id_idx" ON "imports"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

-- CreateIndex
CREATE INDEX "imports_finished_at_idx" ON "imports"("finished_at") WHERE "due_at" IS NULL;

-- From here on by hand: what Prisma cannot say.

-- The search index. It is made from the rows and is no part of the data model: prisma.config.ts names its tables as external.

-- One row for each item. `id` is in order of `modified`: 2,097,152 ids for each second (src/search/sqlite/write.ts).
CREATE TABLE "search_items" (
    "id" INTEGER NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "project_id" TEXT,
    "created" INTEGER NOT NULL,
    "modified" INTEGER NOT NULL,
    "title_key" TEXT NOT NULL,
    "facets" TEXT NOT NULL,
    "digest" TEXT NOT NULL
);
CREATE UNIQUE INDEX "search_items_item_id_key" ON "search_items"("item_id");
CREATE INDEX "search_items_account_id_modified_item_id_idx" ON "search_items"("account_id", "modified", "item_id");
CREATE INDEX "search_items_account_id_created_item_id_idx" ON "search_items"("account_id", "created", "item_id");
CREATE INDEX "search_items_account_id_title_key_item_id_idx" ON "search_items"("account_id", "title_key", "item_id");

-- Its rowids are the ids of search_items. It is given ready words of letters and digits, and terms that begin with `_`.
CREATE VIRTUAL TABLE "search_index" USING fts5(title, words, terms, content='', contentless_delete=1, prefix='2 3', tokenize="ascii tokenchars '_'");

-- FTS5 merges a part of its index anew where a tenth of it is deleted, all at once and in the commit of whoever comes
-- then: a second and more of a hundred thousand items. What is deleted goes with the merges that it makes anyway.
INSERT INTO "search_index" ("search_index", "rank") VALUES ('deletemerge', 0);

-- Groups of fields whose items have to be indexed again, as one of their fields has changed.
CREATE TABLE "search_refreshes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL DEFAULT '',
    "created_at" DATETIME NOT NULL
);

-- How far the index is: one row, see src/search/state.ts. Without items it is complete.
CREATE TABLE "search_state" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);
INSERT INTO "search_state" ("name", "value") VALUES ('search_index', '{"version":7,"built":true}');
