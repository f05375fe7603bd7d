/** An item is an asset or a project. */
export const itemTypes = ['asset', 'project'] as const

export type ItemType = typeof itemTypes[number]
