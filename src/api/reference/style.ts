/** Inside the page, so that it needs nothing else. */
export const referenceStyle = `
:root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d0d7de;--paper:#fff;--code:#f3f5f7;--link:#0550ae}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9da7b3;--line:#30363d;--paper:#0d1117;--code:#161b22;--link:#79b8ff}}
*{box-sizing:border-box}html{scroll-padding-top:1rem}
body{margin:0;color:var(--ink);background:var(--paper);font:16px/1.55 system-ui,sans-serif;display:grid;grid-template-columns:16rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1rem;border-right:1px solid var(--line);font-size:.9rem}
nav ul{list-style:none;margin:0;padding:0}nav li{margin:.35rem 0}
main{padding:1.5rem 2rem 6rem;max-width:64rem}a{color:var(--link)}
section{border-top:1px solid var(--line);padding-top:.5rem;margin-top:1.5rem}
code,pre{font:.88em/1.5 ui-monospace,monospace;background:var(--code);border-radius:4px}code{padding:.1em .3em}
pre{padding:.8rem;overflow:auto;max-height:26rem}pre code{padding:0}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid var(--line)}small{color:var(--soft)}
@media (max-width:50rem){body{display:block}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}main{padding:1rem}}
`
