-- A SQLite database as commit 4586bbdc made it, by all of the migrations that were there before `init`: a dump without data of users.

CREATE TABLE "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
);

CREATE TABLE "accounts" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "name" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL
);

CREATE TABLE "users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "email" TEXT NOT NULL,
    "admin" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "disabled_at" DATETIME, "last_used_at" DATETIME, "email_key" TEXT NOT NULL DEFAULT '', "access" TEXT NOT NULL DEFAULT 'account',
    CONSTRAINT "users_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "accounts" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "api_keys" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "name" TEXT,
    "hash" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    "expires_at" DATETIME,
    "last_used_at" DATETIME,
    "revoked_at" DATETIME, "scope" TEXT NOT NULL DEFAULT 'write',
    CONSTRAINT "api_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

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

CREATE TABLE "external_ids" (
    "account_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,

    PRIMARY KEY ("account_id", "digest")
);

CREATE TABLE "trash_cohorts" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "root_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "trashed_at" DATETIME NOT NULL,
    "purge_begun_at" DATETIME
, "items" INTEGER NOT NULL DEFAULT 0);

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
    "to_project_id" TEXT
, "fields" TEXT);

CREATE TABLE "field_groups" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "group_type" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL
, "removed" BOOLEAN NOT NULL DEFAULT false);

CREATE TABLE "fields" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "field_type" TEXT NOT NULL,
    "dropdown_options" TEXT NOT NULL,
    "searchable" BOOLEAN NOT NULL,
    "read_only" BOOLEAN NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL, "metadata_source" TEXT,
    CONSTRAINT "fields_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "field_values" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "document" TEXT NOT NULL,

    PRIMARY KEY ("item_id", "field_group_id"),
    CONSTRAINT "field_values_field_group_id_fkey" FOREIGN KEY ("field_group_id") REFERENCES "field_groups" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

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

CREATE TABLE "webhook_triggers" (
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,

    PRIMARY KEY ("account_id", "event", "webhook_id"),
    CONSTRAINT "webhook_triggers_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;

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

CREATE TABLE "webhook_users" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "webhook_users_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

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
    "latest_id" TEXT, "latest_event_id" TEXT, "latest_event" TEXT, "latest_succeeded" BOOLEAN, "latest_response_status" INTEGER, "latest_error" TEXT, "latest_attempt" INTEGER, "latest_duration_ms" INTEGER, "latest_created_at" DATETIME, "latest_next_attempt_at" DATETIME,
    CONSTRAINT "webhook_states_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "webhook_events" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "payload" TEXT NOT NULL,
    "expires_at" DATETIME NOT NULL
);

CREATE TABLE "webhook_queue" (
    "webhook_id" INTEGER NOT NULL,
    "sequence" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,

    PRIMARY KEY ("webhook_id", "sequence")
) WITHOUT ROWID;

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

CREATE TABLE "webhook_leftovers" (
    "webhook_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT
);

CREATE TABLE "media_files" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "filename" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "error" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "lease_token" TEXT,
    "partial" TEXT,
    "progress" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT,
    "validator" TEXT,
    "content_type" TEXT,
    "blob_id" TEXT,
    "created_at" DATETIME NOT NULL,
    "finished_at" DATETIME, "import_id" TEXT, "owner" TEXT, "replaced_at" DATETIME, "replaced_by" INTEGER,
    CONSTRAINT "media_files_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE,
    CONSTRAINT "media_files_blob_id_fkey" FOREIGN KEY ("blob_id") REFERENCES "media_blobs" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

CREATE TABLE "media_blobs" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sha256" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL
, "analysis" TEXT, "content_type" TEXT, "metadata" TEXT, "playback" TEXT, "rendering" TEXT, "crc32" BIGINT, "analysis_version" INTEGER NOT NULL DEFAULT 0, "rendering_version" INTEGER NOT NULL DEFAULT 0);

CREATE TABLE "media_removals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "blob_id" TEXT,
    "key" TEXT,
    "created_at" DATETIME NOT NULL
);

CREATE TABLE "media_downloads" (
    "signature" TEXT NOT NULL PRIMARY KEY,
    "expires_at" DATETIME NOT NULL
);

CREATE TABLE "settings" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

CREATE TABLE "idempotency_keys" (
    "account_id" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "request_digest" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("account_id", "digest")
);

CREATE TABLE "cascades" (
    "account_id" INTEGER NOT NULL PRIMARY KEY,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "cohort_id" TEXT,
    "user_id" INTEGER NOT NULL
);

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

CREATE VIRTUAL TABLE "search_index" USING fts5(title, words, terms, content='', contentless_delete=1, prefix='2 3', tokenize="ascii tokenchars '_'");

CREATE TABLE "search_refreshes" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL DEFAULT '',
    "created_at" DATETIME NOT NULL
);

CREATE TABLE "search_state" (
    "name" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL
);

CREATE TABLE "changes" (
    "account_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT,

    PRIMARY KEY ("account_id", "number")
);

CREATE TABLE "change_inbox" (
    "position" BIGINT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "entry_id" TEXT NOT NULL,
    "project_id" TEXT
, "moved_project_id" TEXT);

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
, "media_failed" INTEGER NOT NULL DEFAULT 0, "owner" TEXT);

CREATE TABLE "import_chunks" (
    "import_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("import_id", "number")
);

CREATE TABLE "import_errors" (
    "import_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "column_name" TEXT,
    "error" TEXT NOT NULL,

    PRIMARY KEY ("import_id", "number")
);

CREATE TABLE "import_notes" (
    "import_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    PRIMARY KEY ("import_id", "name")
);

CREATE TABLE "field_removals" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "account_id" INTEGER NOT NULL,
    "field_group_id" INTEGER NOT NULL,
    "field_id" INTEGER,
    "user_id" INTEGER NOT NULL,
    "after_id" TEXT NOT NULL
);

CREATE TABLE "project_parents" (
    "account_id" INTEGER NOT NULL,
    "project_id" TEXT NOT NULL,
    "number" BIGINT NOT NULL,
    "parent_id" TEXT,

    PRIMARY KEY ("account_id", "project_id", "number")
);

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

CREATE TABLE "media_analyses" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "quiet" BOOLEAN NOT NULL DEFAULT false,
    "backlog" BOOLEAN NOT NULL DEFAULT false,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "due_at" DATETIME,
    "lease_token" TEXT,
    "staged" TEXT, "owner" TEXT,
    CONSTRAINT "media_analyses_id_fkey" FOREIGN KEY ("id") REFERENCES "media_files" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

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

CREATE TABLE "passwords" (
    "user_id" INTEGER NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "updated_at" DATETIME NOT NULL,
    CONSTRAINT "passwords_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

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

CREATE TABLE "sign_in_failures" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "network" TEXT NOT NULL,
    "email_digest" TEXT,
    "failed_at" DATETIME NOT NULL
);

CREATE TABLE "media_bundles" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL,
    "user_id" INTEGER NOT NULL,
    "files" TEXT NOT NULL,
    "size" BIGINT NOT NULL,
    "expires_at" DATETIME NOT NULL
, "unsummed" TEXT NOT NULL DEFAULT '[]');

CREATE TABLE "workers" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "alive_until" DATETIME NOT NULL
);

CREATE TABLE "identities" (
    "user_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("issuer", "subject"),
    CONSTRAINT "identities_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

CREATE TABLE "password_requests" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "email" TEXT NOT NULL
);

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

CREATE TABLE "collection_assets" (
    "account_id" INTEGER NOT NULL,
    "collection_id" INTEGER NOT NULL,
    "asset_id" TEXT NOT NULL,
    "place" BIGINT NOT NULL,

    PRIMARY KEY ("collection_id", "asset_id"),
    CONSTRAINT "collection_assets_collection_id_fkey" FOREIGN KEY ("collection_id") REFERENCES "collections" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "collection_assets_asset_id_fkey" FOREIGN KEY ("asset_id") REFERENCES "assets" ("id") ON DELETE NO ACTION ON UPDATE CASCADE
);

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

CREATE TABLE "media_usage" (
    "account_id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "bytes" BIGINT NOT NULL
);

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

CREATE TABLE "link_comments" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "link_id" INTEGER NOT NULL,
    "network" TEXT NOT NULL,
    "created_at" DATETIME NOT NULL,
    CONSTRAINT "link_comments_link_id_fkey" FOREIGN KEY ("link_id") REFERENCES "links" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

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

CREATE TABLE "favorites" (
    "account_id" INTEGER NOT NULL,
    "item_type" TEXT NOT NULL,
    "item_id" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    "created_at" DATETIME NOT NULL,

    PRIMARY KEY ("item_id", "item_type", "user_id")
);

CREATE TABLE "webhook_inbox" (
    "position" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,
    "account_id" INTEGER NOT NULL,

    PRIMARY KEY ("account_id", "position", "event_id", "webhook_id")
);

CREATE TABLE "comment_leftovers" (
    "item_id" TEXT NOT NULL PRIMARY KEY,
    "account_id" INTEGER NOT NULL
);

CREATE UNIQUE INDEX "accounts_name_key" ON "accounts"("name");

CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

CREATE INDEX "users_account_id_id_idx" ON "users"("account_id", "id");

CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

CREATE INDEX "api_keys_user_id_idx" ON "api_keys"("user_id");

CREATE UNIQUE INDEX "tokens_hash_key" ON "tokens"("hash");

CREATE INDEX "tokens_user_id_idx" ON "tokens"("user_id");

CREATE INDEX "projects_project_id_id_idx" ON "projects"("project_id", "id") WHERE "project_id" IS NOT NULL;

CREATE INDEX "projects_cohort_id_id_idx" ON "projects"("cohort_id", "id") WHERE "cohort_id" IS NOT NULL;

CREATE INDEX "assets_project_id_id_idx" ON "assets"("project_id", "id") WHERE "project_id" IS NOT NULL;

CREATE INDEX "assets_cohort_id_id_idx" ON "assets"("cohort_id", "id") WHERE "cohort_id" IS NOT NULL;

CREATE INDEX "project_members_user_id_project_id_idx" ON "project_members"("user_id", "project_id");

CREATE INDEX "trash_cohorts_account_id_trashed_at_idx" ON "trash_cohorts"("account_id", "trashed_at");

CREATE INDEX "history_asset_id_id_idx" ON "history"("asset_id", "id") WHERE "asset_id" IS NOT NULL;

CREATE INDEX "history_project_id_id_idx" ON "history"("project_id", "id") WHERE "project_id" IS NOT NULL;

CREATE INDEX "history_to_project_id_id_idx" ON "history"("to_project_id", "id") WHERE "to_project_id" IS NOT NULL;

CREATE INDEX "field_groups_account_id_id_idx" ON "field_groups"("account_id", "id");

CREATE INDEX "fields_field_group_id_id_idx" ON "fields"("field_group_id", "id");

CREATE INDEX "field_values_field_group_id_item_id_idx" ON "field_values"("field_group_id", "item_id");

CREATE INDEX "webhooks_account_id_id_idx" ON "webhooks"("account_id", "id");

CREATE INDEX "webhooks_project_id_idx" ON "webhooks"("project_id") WHERE "project_id" IS NOT NULL;

CREATE INDEX "webhook_triggers_webhook_id_idx" ON "webhook_triggers"("webhook_id");

CREATE INDEX "webhook_headers_webhook_id_id_idx" ON "webhook_headers"("webhook_id", "id");

CREATE UNIQUE INDEX "webhook_users_webhook_id_user_id_key" ON "webhook_users"("webhook_id", "user_id");

CREATE INDEX "webhook_retries_webhook_id_due_at_idx" ON "webhook_retries"("webhook_id", "due_at");

CREATE INDEX "webhook_attempts_webhook_id_succeeded_id_idx" ON "webhook_attempts"("webhook_id", "succeeded", "id");

CREATE INDEX "webhook_attempts_webhook_id_id_idx" ON "webhook_attempts"("webhook_id", "id") WHERE "given_up" = true;

CREATE INDEX "media_files_asset_id_id_idx" ON "media_files"("asset_id", "id");

CREATE INDEX "media_files_due_at_id_idx" ON "media_files"("due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_files_blob_id_idx" ON "media_files"("blob_id") WHERE "blob_id" IS NOT NULL;

CREATE UNIQUE INDEX "media_blobs_sha256_key" ON "media_blobs"("sha256");

CREATE INDEX "media_downloads_expires_at_idx" ON "media_downloads"("expires_at");

CREATE INDEX "idempotency_keys_account_id_created_at_idx" ON "idempotency_keys"("account_id", "created_at");

CREATE INDEX "api_keys_user_id_id_idx" ON "api_keys"("user_id", "id") WHERE "revoked_at" IS NULL;

CREATE UNIQUE INDEX "cascades_id_key" ON "cascades"("id");

CREATE UNIQUE INDEX "search_items_item_id_key" ON "search_items"("item_id");

CREATE INDEX "search_items_account_id_modified_item_id_idx" ON "search_items"("account_id", "modified", "item_id");

CREATE INDEX "search_items_account_id_created_item_id_idx" ON "search_items"("account_id", "created", "item_id");

CREATE INDEX "search_items_account_id_title_key_item_id_idx" ON "search_items"("account_id", "title_key", "item_id");

CREATE INDEX "imports_account_id_id_idx" ON "imports"("account_id", "id");

CREATE INDEX "imports_due_at_idx" ON "imports"("due_at") WHERE "due_at" IS NOT NULL;

CREATE INDEX "trash_cohorts_account_id_trashed_at_id_idx" ON "trash_cohorts"("account_id", "trashed_at", "id") WHERE "items" != 0;

CREATE INDEX "imports_finished_at_idx" ON "imports"("finished_at") WHERE "due_at" IS NULL;

CREATE UNIQUE INDEX "media_previews_key_key" ON "media_previews"("key");

CREATE INDEX "media_analyses_due_at_id_idx" ON "media_analyses"("due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_analyses_id_idx" ON "media_analyses"("id") WHERE "backlog" = true;

CREATE INDEX "fields_account_id_id_idx" ON "fields"("account_id", "id") WHERE "metadata_source" IS NOT NULL;

CREATE INDEX "uploads_asset_id_idx" ON "uploads"("asset_id");

CREATE INDEX "uploads_user_id_status_idx" ON "uploads"("user_id", "status");

CREATE INDEX "uploads_expires_at_idx" ON "uploads"("expires_at");

CREATE INDEX "uploads_partial_idx" ON "uploads"("partial") WHERE "partial" IS NOT NULL;

CREATE INDEX "uploads_status_idx" ON "uploads"("status") WHERE "partial" IS NOT NULL;

CREATE INDEX "media_files_partial_idx" ON "media_files"("partial") WHERE "partial" IS NOT NULL;

CREATE INDEX "users_email_key_idx" ON "users"("email_key");

CREATE UNIQUE INDEX "sessions_hash_key" ON "sessions"("hash");

CREATE INDEX "sessions_user_id_id_idx" ON "sessions"("user_id", "id");

CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

CREATE INDEX "sign_in_failures_network_failed_at_idx" ON "sign_in_failures"("network", "failed_at");

CREATE INDEX "sign_in_failures_failed_at_idx" ON "sign_in_failures"("failed_at");

CREATE INDEX "media_bundles_expires_at_idx" ON "media_bundles"("expires_at");

CREATE INDEX "media_files_account_id_user_id_due_at_id_idx" ON "media_files"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_analyses_account_id_user_id_due_at_id_idx" ON "media_analyses"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "imports_account_id_user_id_due_at_id_idx" ON "imports"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_files_owner_idx" ON "media_files"("owner") WHERE "lease_token" IS NOT NULL;

CREATE INDEX "media_analyses_owner_idx" ON "media_analyses"("owner") WHERE "lease_token" IS NOT NULL;

CREATE INDEX "imports_owner_idx" ON "imports"("owner") WHERE "lease_token" IS NOT NULL;

CREATE UNIQUE INDEX "identities_user_id_issuer_key" ON "identities"("user_id", "issuer");

CREATE INDEX "messages_user_id_id_idx" ON "messages"("user_id", "id");

CREATE INDEX "messages_due_at_id_idx" ON "messages"("due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "messages_account_id_user_id_due_at_id_idx" ON "messages"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "messages_expires_at_idx" ON "messages"("expires_at") WHERE "due_at" IS NOT NULL;

CREATE INDEX "messages_owner_idx" ON "messages"("owner") WHERE "lease_token" IS NOT NULL;

CREATE INDEX "comments_item_id_id_idx" ON "comments"("item_id", "id");

CREATE INDEX "comments_reply_to_id_idx" ON "comments"("reply_to", "id") WHERE "reply_to" IS NOT NULL;

CREATE INDEX "collections_account_id_id_idx" ON "collections"("account_id", "id");

CREATE INDEX "collections_user_id_id_idx" ON "collections"("user_id", "id");

CREATE INDEX "collections_deleted_at_id_idx" ON "collections"("deleted_at", "id") WHERE "deleted_at" IS NOT NULL;

CREATE INDEX "collection_assets_collection_id_place_idx" ON "collection_assets"("collection_id", "place");

CREATE INDEX "collection_assets_asset_id_collection_id_idx" ON "collection_assets"("asset_id", "collection_id");

CREATE UNIQUE INDEX "media_proxies_key_key" ON "media_proxies"("key");

CREATE INDEX "media_renderings_owner_idx" ON "media_renderings"("owner") WHERE "lease_token" IS NOT NULL;

CREATE INDEX "media_renderings_due_at_id_idx" ON "media_renderings"("due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_renderings_account_id_user_id_due_at_id_idx" ON "media_renderings"("account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_renderings_short_account_id_user_id_due_at_id_idx" ON "media_renderings"("short", "account_id", "user_id", "due_at", "id") WHERE "due_at" IS NOT NULL;

CREATE INDEX "media_renderings_id_idx" ON "media_renderings"("id") WHERE "backlog" = true;

CREATE INDEX "media_usage_bytes_idx" ON "media_usage"("bytes");

CREATE UNIQUE INDEX "links_hash_key" ON "links"("hash");

CREATE INDEX "links_account_id_idx" ON "links"("account_id");

CREATE INDEX "links_asset_id_id_idx" ON "links"("asset_id", "id") WHERE "asset_id" IS NOT NULL;

CREATE INDEX "links_project_id_id_idx" ON "links"("project_id", "id") WHERE "project_id" IS NOT NULL;

CREATE INDEX "links_collection_id_id_idx" ON "links"("collection_id", "id") WHERE "collection_id" IS NOT NULL;

CREATE INDEX "links_expires_at_idx" ON "links"("expires_at");

CREATE INDEX "link_comments_link_id_network_created_at_idx" ON "link_comments"("link_id", "network", "created_at");

CREATE INDEX "link_comments_created_at_idx" ON "link_comments"("created_at");

CREATE UNIQUE INDEX "approvals_asset_id_user_id_key" ON "approvals"("asset_id", "user_id");

CREATE INDEX "media_blobs_id_idx" ON "media_blobs"("id") WHERE "crc32" IS NULL;

CREATE INDEX "media_blobs_analysis_version_idx" ON "media_blobs"("analysis_version") WHERE "analysis" IS NOT NULL;

CREATE INDEX "media_blobs_rendering_version_idx" ON "media_blobs"("rendering_version") WHERE "rendering" IS NOT NULL;

INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('03dc60e9-5b27-48f8-a0e4-83889c9bc0e9', 'e19576b11ff76c9711a86c6c83c70d7ed95b3ae7aa3f0d333273ee0e7db838f8', '2026-11-26T21:49:54.902Z', '20261120190000_core', NULL, NULL, '2026-11-26T21:49:54.899Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('7f9c7588-55ec-4ec4-af0f-ac8586b4ac43', 'f5c44b1cf6410032c8574487917abecc2ba8aff561bf93987ca612685def6752', '2026-11-26T21:49:54.965Z', '20261120193000_fields', NULL, NULL, '2026-11-26T21:49:54.965Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('ed26a3cc-6215-476a-9255-b0dbd194a3f6', 'cef7e04a9dfcc647f186c400b77b6c16c07846b0efad62d93444b67f1294ede4', '2026-11-26T21:49:54.997Z', '20261120194000_webhooks', NULL, NULL, '2026-11-26T21:49:54.996Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('a38b3475-0f19-4d30-aac2-a4f561e37ffb', '025dd853fe4523b99a7b868853ea4687f7813366edf8afd01b09155d30aa675a', '2026-11-26T21:49:55.000Z', '20261120195000_media', NULL, NULL, '2026-11-26T21:49:54.999Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('9ae264ec-c351-40c6-ab59-9dbac3fc8fdd', '01ecc6d262ac50d3b625ba708aa35fa0dbcea57ebc186e80d1d009dfcca195c8', '2026-11-26T21:49:55.001Z', '20261120200000_idempotency_keys', NULL, NULL, '2026-11-26T21:49:55.000Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('53ebcb41-6e22-4f63-815f-276bbadfd5cb', '792d916ebee25df0767784201c32441e4ba148b765061e04e384ad421e4bb0d3', '2026-11-26T21:49:55.001Z', '20261122020000_media_by_account', NULL, NULL, '2026-11-26T21:49:55.001Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('f6a8b35f-8fee-4055-8d0e-7b4348c6b9cc', '09732c879193a3c75e3ae199c92a9dcc18882a9805c6bd3934385dbb0af7e600', '2026-11-26T21:49:55.004Z', '20261122050000_key_scopes', NULL, NULL, '2026-11-26T21:49:55.002Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('770345fd-a51b-4cf4-addf-eb6f62d64951', 'f26576adfceca475f7018abc2ca83578e02716a85ee45221aee1ffd5de963793', '2026-11-26T21:49:55.030Z', '20261122060000_cascades', NULL, NULL, '2026-11-26T21:49:55.030Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('6bd9e3e4-62ca-42c6-b300-94c1d7dcc717', '8c3954ff066e917095eec594cec6156854fcb28d28f1c8ded8c3e7de4ef257de', '2026-11-26T21:49:55.035Z', '20261122070000_search', NULL, NULL, '2026-11-26T21:49:55.034Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('32962ed1-87d5-4bb9-b81b-6498f640bed4', '2865876e2efaf326b1aeb82dad72c6ae14de03b190d22f804691f696a2ce593d', '2026-11-26T21:49:55.048Z', '20261122080000_changes', NULL, NULL, '2026-11-26T21:49:55.048Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('78f5abd9-7ad4-4ca5-a3f3-7e5f2b1f01c8', '8a61716cc62eb2fdfad67d037fb2a00afc41ee8f795eff0c6faebdf3ea5d5777', '2026-11-26T21:49:55.051Z', '20261122110000_imports', NULL, NULL, '2026-11-26T21:49:55.050Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('263c24a5-aa34-43a0-b434-0f3cfcaba842', '65eeebb56a1a5c2c47f0956b441d259ca8b7149961c611f51bf0c38e973675e8', '2026-11-26T21:49:55.052Z', '20261122120000_field_removals', NULL, NULL, '2026-11-26T21:49:55.051Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('3aeef7c3-1d2b-48e5-9694-94e5a3b0f2eb', 'e238faef4641f37bbcaa789a65df55aec81619cf6c2ace4124a2dad6811a2615', '2026-11-26T21:49:55.054Z', '20261122130000_search_merges', NULL, NULL, '2026-11-26T21:49:55.054Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('6589d3d5-6c3b-4b4f-b59b-a74096b475ab', '09c58c261255bde99d6ad6b630a7766651a1d65433625277dac7fe9b99cb0fa0', '2026-11-26T21:49:55.078Z', '20261122140000_latest_attempt', NULL, NULL, '2026-11-26T21:49:55.057Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('5f2ecf2d-ffcc-48e2-9594-62bf77821486', 'dc6322ac3abcaf09b91e24f201b4bb1ace323df30349c6b9f9e7500a417b2f95', '2026-11-26T21:49:55.081Z', '20261122155000_trash_counts', NULL, NULL, '2026-11-26T21:49:55.079Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('22a9f382-5500-467a-bab9-fb73f9624553', '0dba8ee6fca0fb333fd13631fd762904548364fc8694a096fbafa59ad816e3e9', '2026-11-26T21:49:55.082Z', '20261122161700_turns_of_users', NULL, NULL, '2026-11-26T21:49:55.082Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('b0422a20-993b-4480-bd41-66f6b8f00230', '24d848d5494e34044f63671d1bfb499c7f404d53aecc4f2217646dd145414da7', '2026-11-26T21:49:55.093Z', '20261122163000_project_parents', NULL, NULL, '2026-11-26T21:49:55.082Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('0011aeb4-be39-45d4-900c-6fab38ef8391', '7f70197e54c70c69a662b44a0975760f91d2c7000719b6406c0fec9734e5efa6', '2026-11-26T21:49:55.102Z', '20261122170000_media_analysis', NULL, NULL, '2026-11-26T21:49:55.097Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('81de4d9c-e022-45ae-80d0-9b139c4d0f04', '104fa8d234f34eff93b67aad0f945aa929dbe2e438959e5ab5a784b5f84a3bc7', '2026-11-26T21:49:55.111Z', '20261122180000_search_version', NULL, NULL, '2026-11-26T21:49:55.111Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('086627ac-1937-422d-a7ae-585eaa6b0d0e', 'aefd7bd28aaa0f9a297247a890328182a5581ea3a98b22c911788fd3ff9fef74', '2026-11-26T21:49:55.112Z', '20261122183000_uploads', NULL, NULL, '2026-11-26T21:49:55.112Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('6ae8f409-cc1d-4cad-8941-6033ac590539', '173ad304afa9e3dcb0c0a57a63a2b05b9e3890ff16c5aa2250ebc54b328cfe1e', '2026-11-26T21:49:55.120Z', '20261122193000_media_status', NULL, NULL, '2026-11-26T21:49:55.118Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('e31d6841-fcc6-44e2-96af-4fddc17ae608', '46a9adf2c8496eecb33b74a77a99f3de875f80556e76f73447e4fd897a757131', '2026-11-26T21:49:55.125Z', '20261122200000_email_key', NULL, NULL, '2026-11-26T21:49:55.124Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('3e28d75c-ca95-49f5-88fd-860d5871ef22', '37a364a6328510acb6309cdf2111ca64dad7feee8c9dd702841adf1c9f579ba9', '2026-11-26T21:49:55.128Z', '20261124034900_changed_fields', NULL, NULL, '2026-11-26T21:49:55.126Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('d886ae2b-8ff2-4640-a3f2-d36eb48aaa5c', '9cc5132e757fadbc8d8cc2197c0bc7f282cc1066cc326d4ddfdffa8bfa149dc8', '2026-11-26T21:49:55.131Z', '20261124040100_access', NULL, NULL, '2026-11-26T21:49:55.130Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('890a8a5a-a798-4c75-8905-183a3db3b536', '4c5ae15033cbf62b8f4b318582d20c19f602cb5c240b428066a6db7388ae692c', '2026-11-26T21:49:55.135Z', '20261124040500_sessions', NULL, NULL, '2026-11-26T21:49:55.134Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('f5e989e8-4bea-4eb8-a3a5-e30ac3c653ac', '9a2568ef94c60c5b5d33fcdeb8ceec2b604cd8a470be123a6bb69061e3b7697b', '2026-11-26T21:49:55.135Z', '20261124043800_media_bundles', NULL, NULL, '2026-11-26T21:49:55.135Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('905bd658-e45d-44e5-b865-5da11c1edb3b', '07354e5f4b77f29dbf977fdeedb1a16a625945b50bc88c3b826e6ff42fab861e', '2026-11-26T21:49:55.138Z', '20261124044700_turns_of_accounts', NULL, NULL, '2026-11-26T21:49:55.138Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('be2664d4-ab45-4e1a-b5e4-3a65fb19d93b', '868ab26332f358ea23a0dc88cbd4f4e0aeb2a71743f568978a4513c4569d581f', '2026-11-26T21:49:55.143Z', '20261125133500_workers', NULL, NULL, '2026-11-26T21:49:55.140Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('aa6d0660-9f41-49ad-a801-f6e504a7cd9f', '0e94555633ed81857e2c4b12cb8447416bb858da864e01d706a2eca9b13d34d0', '2026-11-26T21:49:55.145Z', '20261125134500_mail_and_identities', NULL, NULL, '2026-11-26T21:49:55.145Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('a2d108f8-fb2b-4983-844e-620e298298af', 'fc97dda6a467833c7a7d0785b33516c3b44625cbcc91ebfc511f000c49fb0c06', '2026-11-26T21:49:55.149Z', '20261125162833_comments', NULL, NULL, '2026-11-26T21:49:55.148Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('53b914db-2c94-446a-84e6-104e97649b08', 'ed5c4d2573f45d83897c0933b0808ebb7e593948b4f6b795d02c8909ebddd0cb', '2026-11-26T21:49:55.150Z', '20261125162923_collections', NULL, NULL, '2026-11-26T21:49:55.149Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('c606c2cb-e7a8-4317-9c68-282e896c5dbb', '9715f3b85d2ee2e8417c655084901aa94f957667e2d83cc4b4966af8c31406fd', '2026-11-26T21:49:55.156Z', '20261125163300_films_and_versions', NULL, NULL, '2026-11-26T21:49:55.151Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('e4276b7e-4efc-4d9f-bb7b-aa74d979022b', '47009fc0f363c073e78ee71d8a466771fe4d4a3fec8576d60eb5f542d68fc0b5', '2026-11-26T21:49:55.159Z', '20261125163800_media_usage', NULL, NULL, '2026-11-26T21:49:55.159Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('1c438402-6eb1-4baa-b06e-b37fa442c6b8', '1c1125fcbb64ffd5aa07f1f93165641bc20a65e321bd38dc8c7117ac093acdb7', '2026-11-26T21:49:55.160Z', '20261125165343_links', NULL, NULL, '2026-11-26T21:49:55.159Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('8a310fa8-a015-42cb-ad60-dbbff3673e8e', 'e8a5d461a2ef26cddf555cb0c2bd1b6c08d897206f5cc20e2a49b4bbc59a0ad5', '2026-11-26T21:49:55.162Z', '20261125170305_approvals', NULL, NULL, '2026-11-26T21:49:55.161Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('82b7c2ed-c796-4c51-b687-6cc230b1b0b0', '69b2c8ba7fe61d8f6f59b8bf96be5f4492dd2127ebc4bb47daa22e8ff6c67992', '2026-11-26T21:49:55.163Z', '20261125170306_favorites', NULL, NULL, '2026-11-26T21:49:55.162Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('abfff90c-380d-4e0f-9d68-4bc4c04f511b', '17912855caa90a0f3397b90c502eb90d72ccd0bfa9431feebd9dde016118f4cf', '2026-11-26T21:49:55.163Z', '20261125200930_webhook_inbox_accounts', NULL, NULL, '2026-11-26T21:49:55.163Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('f9d7b458-73b8-4e20-a0d4-f6d90fd95cf2', 'c641c1d4a8623a454085f2cdbf9b5c3c15dee4525b6119fa981420518bd43ad0', '2026-11-26T21:49:55.164Z', '20261126002500_search_vocabulary', NULL, NULL, '2026-11-26T21:49:55.163Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('25d477a7-cffb-48fb-9c02-dc586f2fb309', '8d28dc6bde02767ae92247014941f65fab058c9a004763e2da64038b566b598e', '2026-11-26T21:49:55.164Z', '20261126183800_search_scripts', NULL, NULL, '2026-11-26T21:49:55.164Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('5b6e3b1f-dc59-4ec8-90f3-8b7ed516849c', '244146ca465a81803a4a11cc0db04dc0df00a10395a2fee60d5ce0dcb83bd47e', '2026-11-26T21:49:55.167Z', '20261126192000_media_crc', NULL, NULL, '2026-11-26T21:49:55.164Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('4d34223a-2458-425b-9fdf-0c80921b8287', '7d32b872e20f5ae5457c6b32f727b49ac6ad173be1385900cc1c50f8cd55ba79', '2026-11-26T21:49:55.168Z', '20261126192600_comment_leftovers', NULL, NULL, '2026-11-26T21:49:55.168Z', 1);
INSERT INTO "_prisma_migrations" ("id", "checksum", "finished_at", "migration_name", "logs", "rolled_back_at", "started_at", "applied_steps_count") VALUES ('dfe0bca8-2b1a-4cbf-8219-d0257a219734', 'e17c05e7c5b05578eca22e82cd551032abad1da4e3e41c882885fb92af7fac0d', '2026-11-26T21:49:55.177Z', '20261126193000_media_versions', NULL, NULL, '2026-11-26T21:49:55.174Z', 1);

INSERT INTO "search_state" ("name", "value") VALUES ('search_index', '{"version":7,"built":true}');

INSERT INTO "search_index" ("search_index", "rank") VALUES ('deletemerge', 0);
