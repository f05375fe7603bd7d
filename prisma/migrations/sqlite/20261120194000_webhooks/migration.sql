-- WITHOUT ROWID is written by hand: these tables are nothing but their keys, and half as large that way.

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
    "latest_run" TEXT,
    CONSTRAINT "webhook_states_webhook_id_fkey" FOREIGN KEY ("webhook_id") REFERENCES "webhooks" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "webhook_workers" (
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
CREATE TABLE "webhook_inbox" (
    "position" BIGINT NOT NULL,
    "event_id" TEXT NOT NULL,
    "webhook_id" INTEGER NOT NULL,

    PRIMARY KEY ("position", "event_id", "webhook_id")
) WITHOUT ROWID;

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
CREATE INDEX "webhook_retries_webhook_id_due_at_idx" ON "webhook_retries"("webhook_id", "due_at");

-- CreateIndex
CREATE INDEX "webhook_attempts_webhook_id_succeeded_id_idx" ON "webhook_attempts"("webhook_id", "succeeded", "id");

-- CreateIndex
CREATE INDEX "webhook_attempts_webhook_id_id_idx" ON "webhook_attempts"("webhook_id", "id") WHERE "given_up" = true;

