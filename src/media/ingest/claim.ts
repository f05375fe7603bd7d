import { dueRows, type Claim } from '../../work/claims/due-rows.js'
import { fileColumns, type FileRow } from '../rows.js'

/** Files that are to be brought in. */
export const dueFiles = dueRows<FileRow>({
  table: 'media_files',
  columns: fileColumns,
  onClaim: "status = 'ingesting'"
})

/** A file that this process has taken up. What becomes of it happens in the name of who attached it. */
export type IngestClaim = Claim<FileRow>
