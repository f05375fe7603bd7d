import { given } from './failure.js'

/**
 * A Markdown table whose columns are aligned in plain text too. The first column is text, the others are numbers.
 * @param {string[]} headings
 * @param {string[][]} rows
 */
export function table (headings, rows) {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => given(row[column]).length)))
  const pad = (cell, width, column) => column === 0 ? cell.padEnd(width) : cell.padStart(width)
  const line = (cells) => `| ${cells.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`).join(' | ')} |`
  return [line(headings), rule, ...rows.map(line)].join('\n')
}
