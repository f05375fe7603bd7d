import type { ComponentType } from 'preact'
import { Find } from '../find/find.tsx'

/** What is shown at an address. The first screen is there at once, others are loaded when they are looked at. */
export interface Screen {
  readonly pattern: RegExp
  readonly title: string
  readonly load: () => Promise<ComponentType<{ id: string }>>
  readonly admin?: boolean
}

export const firstScreen = Find as ComponentType<{ id: string }>

export const screens: readonly Screen[] = [
  { pattern: /^$/, title: 'Find', load: async () => firstScreen },
  { pattern: /^assets\/([^/]+)$/, title: 'Asset', load: async () => (await import('../asset/asset.tsx')).AssetScreen }
]
