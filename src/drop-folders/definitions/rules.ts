/** What a drop folder may be told: the choices, the bounds, and what goes without saying. */

export const directions = ['in', 'out'] as const
export const subfolders = ['ignore', 'create'] as const
export const afterwards = ['keep', 'move', 'delete'] as const
export const changes = ['asset', 'version'] as const

export const MOST_DROP_FOLDERS = 100
export const LONGEST_PATH = 1000
export const MOST_PATTERNS = 100
export const LONGEST_PATTERN = 200
export const settleSeconds = { least: 2, most: 86_400, usual: 10 } as const
export const LARGEST_VALUES = 64 * 1024

export const VALUES_RULE = 'Must be values of fields'
export const VALUES_SIZE_RULE = `Must be at most ${LARGEST_VALUES} bytes`

/** What may be changed later. */
export interface Rules {
  readonly title: string
  readonly project_id: string | null
  readonly subfolders: typeof subfolders[number]
  readonly category: string
  readonly tags: readonly string[]
  /** Values by the ids of their groups and fields. */
  readonly custom_fields: ValuesOfGroups
  readonly only: readonly string[]
  readonly ignore: readonly string[]
  readonly settle: number
  readonly after: typeof afterwards[number]
  readonly changed: typeof changes[number]
  readonly paused: boolean
  readonly public: boolean
}

export type ValuesOfGroups = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What stays as it was made. */
export interface Fixed {
  readonly direction: typeof directions[number]
  readonly location: string | null
  readonly path: string
}

export const usualRules: Omit<Rules, 'title'> = {
  project_id: null,
  subfolders: 'ignore',
  category: '',
  tags: [],
  custom_fields: {},
  only: [],
  ignore: [],
  settle: settleSeconds.usual,
  after: 'keep',
  changed: 'asset',
  paused: false,
  public: false
}
