import { expect, test } from 'vitest'
import { renderMarkdown } from '../../../src/site/docs/markdown.ts'

const html = (text: string): string => renderMarkdown(text).html

test('headings get the same unique ids as on GitHub', () => {
  const { headings, title } = renderMarkdown('# API guide\n\n## Say more in the `spec`\n\n## Say more in the spec\n')
  expect(title).toBe('API guide')
  expect(headings.map(({ id }) => id)).toEqual(['api-guide', 'say-more-in-the-spec', 'say-more-in-the-spec-'])
})

test('text is escaped, whatever it contains', () => {
  expect(html('<script>alert("x")</script> & more')).toBe(
    '<p>&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; more</p>',
  )
  expect(html('`<b>` and [a `<i>`](x.md)')).toBe(
    '<p><code>&lt;b&gt;</code> and <a href="x.md">a <code>&lt;i&gt;</code></a></p>',
  )
})

test('code keeps its lines and gets a copy button', () => {
  const made = html('```sh\ncurl "a" \\\n  -d \'{}\'\n```\n')
  expect(made).toContain('<pre tabindex="0"><code>curl &quot;a&quot; \\\n  -d \'{}\'</code></pre>')
  expect(made).toContain('data-copy="curl &quot;a&quot; \\\n  -d \'{}\'"')
})

test('tables may have no header, and bars inside cells', () => {
  expect(html('| a | b |\n|---|---|\n| 1 | x\\|y |\n')).toContain('<tbody><tr><td>1</td><td>x|y</td></tr></tbody>')
  expect(html('| | |\n|---|---|\n| 1 | 2 |\n')).not.toContain('<thead>')
  expect(html('| | a |\n|---|---|\n| 1 | 2 |\n')).toContain('<tr><td></td><th scope="col">a</th></tr>')
})

test('list items may continue on the next line, and a paragraph ends before a block', () => {
  expect(html('one\ntwo:\n- a\n  b\n- c\n')).toBe('<p>one two:</p>\n<ul><li>a b</li><li>c</li></ul>')
  expect(html('1. x\n2. **y**\n')).toBe('<ol><li>x</li><li><strong>y</strong></li></ol>')
})

test('links are mapped, and sections are searchable', () => {
  const page = renderMarkdown('# A\n\n## B\n\nSee [the guide](api.md).\n', (target) => `/docs/${target}`)
  expect(page.html).toContain('<a href="/docs/api.md">the guide</a>')
  expect(page.sections).toEqual([
    { heading: 'A', id: 'a', text: '' },
    { heading: 'B', id: 'b', text: 'See the guide.' },
  ])
})
