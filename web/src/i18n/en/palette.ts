/** The command palette. */
export const palette = {
  title: 'Find a symbol or command',
  field: 'Symbol, command or page',
  close: 'Esc, close the search',
  symbols: 'Symbols',
  commands: 'Commands',
  pages: 'Pages and settings',
  openSymbol: 'Open the page of {{symbol}}',
  openChart: 'Open the chart of {{symbol}}',
  glossary: 'Glossary: the terms explained',
  toLight: 'Switch to the light theme',
  toDark: 'Switch to the dark theme',
  none: 'Nothing found for “{{query}}”',
  found_one: '{{count}} symbol found',
  found_other: '{{count}} symbols found',
};
