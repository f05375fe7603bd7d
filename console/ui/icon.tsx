import type { MoreIcons } from './icons.ts'

/** Those of the page of a link, which is small. The console adds others. */
const few = {
  import: 'M8 1.5v8M5 6.5l3 3 3-3M2 10v4h12v-4',
  left: 'M10 2 4 8l6 6',
  right: 'm6 2 6 6-6 6',
  folder: 'M1.5 12.5v-9h4.5l1.5 2h7v7z',
  file: 'M3 1.5h6l4 4v9H3zM9 1.5v4h4',
  film: 'M1.5 2.5h13v11h-13zM4.5 2.5v11M11.5 2.5v11M1.5 6h3M1.5 10h3M11.5 6h3M11.5 10h3',
  sound: 'M6 12.5V3l8-1.5v9.5M6 12.5a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM14 11a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z',
  picture: 'M1.5 2.5h13v11h-13zM1.5 11l4-4 3 3 2-2 4 4M11 6.5a.8.8 0 1 0 0-1.6.8.8 0 0 0 0 1.6Z',
  large: 'M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4',
  loud: 'M1.5 6v4h3l4 3.5v-11L4.500 6zM11 5.500a3.500 3.500 0 0 1 0 5M13 3.500a6.500 6.500 0 0 1 0 9',
  muted: 'M1.5 6v4h3l4 3.500v-11L4.500 6zM11 6l4 4M15 6l-4 4'
} as const

export type IconName = keyof typeof few | keyof MoreIcons

const paths: Partial<Record<IconName, string>> = { ...few }

export function addIcons (more: MoreIcons): void {
  Object.assign(paths, more)
}

/** An icon beside a word, or in a button with a hidden name. */
export function Icon ({ name }: { name: IconName }) {
  return (
    <svg class='icon' viewBox='0 0 16 16' aria-hidden='true' focusable='false'>
      <path d={paths[name]} />
    </svg>
  )
}
