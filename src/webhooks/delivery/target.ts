import { statement, type Sql } from '../../database/sql.js'
import { credentialsOf } from '../../outbound/index.js'
import { isWithoutBody } from '../log/log.js'

/** The receiver of deliveries, and their headers. */
export interface Target {
  readonly webhookId: number
  readonly accountId: number
  readonly account: string
  readonly url: string
  /** The URL as the log may show it. */
  readonly shownUrl: string
  /** As the administrator has sent it. */
  readonly shownMethod: string
  readonly method: string
  readonly hasBody: boolean
  readonly headers: readonly TargetHeader[]
  /** The secrets of the `is_hmac` headers. */
  readonly secrets: readonly string[]
  /**
   * Secrets that an answer may repeat, and that the log must not show: values of hidden headers, and credentials of the
   * URL.
   */
  readonly confidential: readonly string[]
  readonly disabled: boolean
}

export interface TargetHeader {
  readonly name: string
  /** The secret of an `is_hmac` header. */
  readonly value: string
  readonly hidden: boolean
  readonly isHmac: boolean
}

interface Row {
  account_id: number
  account: string
  http_url: string
  http_method: string
  disabled: boolean | number
  header_key: string | null
  header_value: string | null
  hidden: boolean | number | null
  is_hmac: boolean | number | null
}

/** $1 webhook: a row for each header, and one if there is none */
const findTarget = statement<Row>('webhooks_target', () => `
  SELECT w.account_id, a.name AS account, w.http_url, w.http_method, w.disabled, h.header_key, h.header_value, h.hidden,
    h.is_hmac
  FROM webhooks w JOIN accounts a ON a.id = w.account_id LEFT JOIN webhook_headers h ON h.webhook_id = w.id
  WHERE w.id = $1 ORDER BY h.id`)

/** Null if the webhook is gone. */
export async function readTarget (sql: Sql, webhookId: number): Promise<Target | null> {
  const rows = await sql.all(findTarget, [webhookId])
  if (rows.length === 0) return null
  const { account_id: accountId, account, http_url: url, http_method: shownMethod, disabled } = rows[0]!
  const headers = rows.filter((row) => row.header_key !== null).map((row): TargetHeader => ({
    name: row.header_key!, value: row.header_value!, hidden: Boolean(row.hidden), isHmac: Boolean(row.is_hmac)
  }))
  return {
    webhookId,
    accountId,
    account,
    url,
    shownUrl: maskCredentials(url),
    shownMethod,
    method: shownMethod.toUpperCase(),
    hasBody: !isWithoutBody(shownMethod),
    headers,
    confidential: [...headers.filter((header) => header.hidden && !header.isHmac).map((header) => header.value),
      ...credentialsOf(url)],
    secrets: headers.filter((header) => header.isHmac).map((header) => header.value),
    disabled: Boolean(disabled)
  }
}

function maskCredentials (url: string): string {
  return url.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1***@')
}
