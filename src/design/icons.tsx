/** Line icons on a 24-unit grid, drawn in the color of the text. */
const paths = {
  mill: 'M12 3v18M5 21h14M12 11 6 5m6 6 6-6m-6 6-6 6m6-6 6 6',
  convert: 'M12 15V4m0 0L8 8m4-4 4 4M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  list: 'M4 6h16M4 12h16M4 18h10',
  chart: 'M5 20v-7m7 7V5m7 15v-10',
  key: 'M14.5 9.5a4 4 0 1 1-1.2-2.8M14 11l6 6m-2-2-2 2',
  bell: 'M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7m4 10h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8m-7 8c0-4 3-6 7-6s7 2 7 6',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  clock: 'M12 7v5l3.5 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zm-3 9 2 2 4-4',
  quote: 'M5 7h5v5c0 3-2 5-4 5m8-10h5v5c0 3-2 5-4 5',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14m5-2 4 4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M4 20h16',
} as const

export type IconName = keyof typeof paths

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
)
