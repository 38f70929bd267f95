import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

test.each([
  [
    '<html><head><style>p{}</style></head><body><p>At <b>nine</b></p>\n<p>2 &lt; 3 &amp; &#9972; &#x1F6A2;</p></body>',
    'At nine\n2 < 3 & ⛴ 🚢',
  ],
  ['a<br>b<br/><br />c', 'a\nb\n\nc'],
  ['<script>alert(1)</script><!-- x -->&amp;lt; &#0; &#x110000; 1 < 2', '&lt; &#0; &#x110000; 1 < 2'],
  ['', ''],
])('%j says %j', (html, text) => {
  expect(htmlText(html)).toBe(text)
})
