import { Type } from '@sinclair/typebox'
import { described, Nullable } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'

export const renditions = ['original', 'proxy'] as const
export type Rendition = typeof renditions[number]

export const ejectStatuses = ['pending', 'running', 'done', 'failed', 'cancelled'] as const
export type EjectStatus = typeof ejectStatuses[number]

const text = Type.String()
const count = (description: string, example: number) => described(Type.Integer(), description, example)

/** An eject as the API shows it. Guests see none. */
export const Eject = Type.Object({
  id: described(text, idOf('eject'), samples.importId),
  status: described(
    Type.Unsafe<EjectStatus>({ type: 'string', enum: [...ejectStatuses] }), 'Status of the eject.', 'done'
  ),
  files: count('Number of files.', 3),
  done: count('Number of files that are out.', 2),
  failed: count('Number of files that failed. The reasons are in `errors`.', 1),
  size: count('Size of all files in bytes.', 246),
  progress: described(Type.Number(), 'Progress by bytes, from 0 to 1.', 1),
  user_id: count('Id of the user who asked for it.', 1),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  finished_at: described(Nullable(text), 'When the eject ended; null before that.', samples.laterMilliseconds)
}, { title: 'Eject' })
