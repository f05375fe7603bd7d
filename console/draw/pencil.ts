import { signal } from '@preact/signals'
import type { Tool } from './layer.tsx'

/** What the user draws with: it stays as it was chosen. */
export const tool = signal<Tool>('pen')
export const color = signal('#e69f00')
