import { addIcons } from './icon.tsx'

/** The icons that only the console has. */
const more = {
  search: 'M10.5 10.5 14 14M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Z',
  bell: 'M3.500 11.500V7a4.500 4.500 0 0 1 9 0v4.500l1.500 1h-12zM6.500 14.500h3',
  trash: 'M2 4h12M6 4V2h4v2M3.5 4l.8 10h7.4l.8-10M6.5 6.5v5M9.5 6.5v5',
  export: 'M8 9.5v-8M5 4.5l3-3 3 3M2 10v4h12v-4',
  key: 'M9.5 6.5 15 1M12 4l2 2M6 14a4 4 0 1 0 0-8 4 4 0 0 0 0 8Z',
  fields: 'M2 3h12M2 8h12M2 13h7',
  webhook: 'M8 3.5a2 2 0 1 1 1.5 3.3L12 11.5M6.5 6.8 4 11.5h4M12 13.5a2 2 0 1 0 0-4M4 13.5a2 2 0 1 1 0-4',
  users: 'M6 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM1 14c0-3 2-4.5 5-4.5S11 11 11 14M11 2.3a3 3 0 0 1 0 5.4M12.5 9.8c1.7.6 2.5 2 2.5 4.2',
  pulse: 'M1 8h3.5L6 3l4 10 1.5-5H15',
  menu: 'M2 4h12M2 8h12M2 12h12',
  out: 'M6 2H2v12h4M6 8h9M12 5l3 3-3 3',
  code: 'M5 4 1 8l4 4M11 4l4 4-4 4',
  plus: 'M8 2v12M2 8h12',
  close: 'M3 3l10 10M13 3 3 13',
  table: 'M1.5 2.5h13v11h-13zM1.5 6.5h13M6 6.5v7',
  pictures: 'M1.5 1.5h5.5v5.5h-5.5zM9 1.5h5.5v5.5h-5.5zM1.5 9h5.5v5.5h-5.5zM9 9h5.5v5.5h-5.5z',
  down: 'm3 6 5 5 5-5',
  up: 'm3 10 5-5 5 5',
  filter: 'M1.5 3h13l-5 6v5l-3-1.5V9z',
  upload: 'M8 10V2M4.5 5.5 8 2l3.5 3.5M2 11v3h12v-3',
  link: 'M6.500 9.500l3-3M7 4.500l2-2a3.180 3.180 0 0 1 4.500 4.500l-2 2M9 11.500l-2 2a3.180 3.180 0 0 1-4.500-4.500l2-2',
  star: 'm8 1.5 2 4.4 4.7.5-3.5 3.2 1 4.7L8 11.9l-4.2 2.4 1-4.7L1.300 6.400 6 5.900z',
  comment: 'M2 2.5h12v8.500H7.500L4 14v-3H2z',
  lock: 'M3 7h10v7H3zM5 7V4.500a3 3 0 0 1 6 0V7M8 10v1.500',
  bolt: 'M9 1.500 3 9h4.500l-.500 5.500L13 7H8.500z',
  drop: 'M8 1.500v7M5 6l3 3 3-3M1.500 9v5h13V9h-3l-1 2h-5l-1-2z',
  play: 'M4 2.500v11L13 8z',
  check: 'm2.5 8.5 4 4 7-9'
} as const

export type MoreIcons = typeof more

addIcons(more)
