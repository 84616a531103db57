import { escapeHtml, page } from './html-page.ts'
import { PAGE_STYLE } from './page-style.ts'

/** The page at `/` if the web app was not built: the first steps with the API. */
export function toWelcomePage(publicUrl: string): string {
  const url = escapeHtml(publicUrl)
  return page(
    'Bellwether',
    PAGE_STYLE,
    `<main class="welcome"><header><h1>Bellwether is running</h1><p>Build AI assistants out of tools, and publish them to students.</p></header>
<div class="card"><h2>First steps</h2><ol class="steps">
<li>Sign in with the address and password that the first start printed:
<pre>curl -s ${url}/creator/login -d email=you@example.edu -d password=…</pre>The answer holds a token; set it as <code>TOKEN</code>.</li>
<li>Make an assistant that needs no API key:
<pre>curl -s ${url}/assistants -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "name": "Echo", "system_prompt": "You are kind.", "prompt_template": "Question: {user_input}",
  "metadata": {"prompt_processor": "simple_augment", "connector": "bypass", "llm": "simple-bypass", "rag_processor": "no_rag"}
}'</pre></li>
<li>Chat with it from any OpenAI client, base URL <code>${url}/v1</code>, model <code>lamb_assistant.1</code>:
<pre>curl -N ${url}/v1/chat/completions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "model": "lamb_assistant.1", "stream": true, "messages": [{"role": "user", "content": "Hello!"}]
}'</pre></li></ol></div>
<p>Everything the server can do: <a href="/docs">the API</a> · <a href="/openapi.json">openapi.json</a> · <a href="/health">health</a></p></main>`,
  ).replace('<body>', '<body class="single">')
}
