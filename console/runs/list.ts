import { read, urlOf, type Url } from '../api/client.ts'
import type { Run } from './run-words.tsx'

export interface Listed {
  readonly runs: readonly Run[]
  /** Where the older ones are. */
  readonly next: Url<'/api/v2/runs'> | null
}

/** The filters of the list, as the address of its page has them, too. */
export const filterNames = ['action_id', 'status', 'batch', 'asset_id', 'project_id'] as const

const SHOWN = 25

export function urlOfRuns (params: URLSearchParams): Url<'/api/v2/runs'> {
  const query = new URLSearchParams([...params].filter(([name]) => filterNames.includes(name as 'batch')))
  query.set('limit', String(SHOWN))
  return urlOf('/api/v2/runs', { query })
}

export async function readRuns (url: Url<'/api/v2/runs'>): Promise<Listed> {
  const { data, next } = await read(url)
  return { runs: data.runs, next }
}

/** The newest runs again, and the older ones that are shown as they are. */
export async function readAgain (url: Url<'/api/v2/runs'>, shown: Listed): Promise<Listed> {
  const first = await readRuns(url)
  const last = first.runs.at(-1)
  const older = first.next === null ? [] : shown.runs.filter(({ id }) => id < last!.id)
  return older.length === 0 ? first : { runs: [...first.runs, ...older], next: shown.next }
}
