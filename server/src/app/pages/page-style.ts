/**
 * The style of the pages that the server renders itself: the API reference, cited sources, and the welcome page if no
 * web app was built.
 */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2333; --soft: #5a6477; --paper: #f7f7f4; --card: #fff; --line: #e2e2db; --accent: #2f5d50; --code: #f0f0ea; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e9ee; --soft: #a2a9b8; --paper: #15181f; --card: #1d212a; --line: #303643; --accent: #8cc7b2; --code: #262b36; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.6 ui-sans-serif, system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--paper); display: grid; grid-template-columns: 15rem minmax(0, 1fr); }
body.single { display: block; } body.single main { margin: 0 auto; } .card h2 { margin-top: 0; }
nav { position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 1.75rem 1.5rem; border-right: 1px solid var(--line); }
nav ul { list-style: none; margin: 1rem 0; padding: 0; } nav li { margin: .3rem 0; }
.home { font-weight: 650; font-size: 1.1rem; letter-spacing: -.01em; }
a { color: var(--accent); text-decoration: none; } a:hover { text-decoration: underline; } a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
main { padding: 2rem clamp(1rem, 4vw, 3.5rem) 5rem; max-width: 60rem; }
h1 { font-size: 1.9rem; letter-spacing: -.02em; line-height: 1.2; margin: 0 0 .5rem; } h1 small { font-size: .95rem; color: var(--soft); font-weight: 450; }
h2 { margin: 2.75rem 0 1rem; font-size: 1.3rem; letter-spacing: -.01em; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: .75rem 0; }
h3 { font-size: 1rem; margin: 0; font-weight: 550; overflow-wrap: anywhere; }
article p { margin: .4rem 0; } .who, header p { color: var(--soft); }
.method { display: inline-block; min-width: 4.2rem; font-size: .75rem; font-weight: 700; letter-spacing: .04em; color: var(--accent); }
.method.delete { color: #a8442f; } @media (prefers-color-scheme: dark) { .method.delete { color: #eb9b89; } }
code, pre { font: .875em/1.55 ui-monospace, "SF Mono", Menlo, monospace; } pre { background: var(--code); padding: .9rem 1rem; border-radius: 8px; overflow-x: auto; } .card pre { white-space: pre-wrap; overflow-wrap: anywhere; }
table { border-collapse: collapse; font-size: .9rem; } td { padding: .2rem 1.2rem .2rem 0; vertical-align: top; color: var(--soft); }
h4 { margin: 1rem 0 .3rem; font-size: .85rem; color: var(--soft); } article h2 { margin: 0 0 .35rem; font-size: 1.1rem; } article h3 { margin-bottom: .5rem; } [aria-current] { font-weight: 650; }
.search { display: flex; gap: .5rem; margin: 1rem 0; } .search input { flex: 1; max-width: 28rem; } .search input, .search button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .4rem .75rem; }
.operations { list-style: none; margin: 0; padding: 0; } .operations li { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr) minmax(0, 1fr); gap: .25rem .75rem; padding: .35rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; } .operations span:last-child { color: var(--soft); }
summary { cursor: pointer; color: var(--soft); padding: .2rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 14px; padding: 1.5rem 1.75rem; margin: 1.25rem 0; }
.steps { padding-left: 1.2rem; } .steps li { margin: .75rem 0; }
@media (max-width: 48rem) { body { display: block; } nav { position: static; height: auto; border-right: 0; border-bottom: 1px solid var(--line); } main { padding-top: 1rem; } .operations li { grid-template-columns: 4.5rem minmax(0, 1fr); } .operations span:last-child { grid-column: 2; } nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; } }
`
