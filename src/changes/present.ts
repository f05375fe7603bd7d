import type { ChangeRow } from './log/rows.js'

/** A change with the cursor of the place after it, and with its item as JSON if requested (items.ts). */
export interface ShownChange extends ChangeRow {
  readonly item?: string | undefined
  readonly cursor: string
}

/** A change as JSON. Its targets and fields are stored as JSON. */
export function presentChange (
  { id, event, time, user_id: userId, severity, targets, fields, item }: ShownChange
): string {
  const head = JSON.stringify({ id, event, time, user_id: userId, severity })
  return `${head.slice(0, -1)},"targets":${targets},"fields":${fields}${item === undefined ? '' : `,"item":${item}`}}`
}
