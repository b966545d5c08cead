// SPDX-License-Identifier: Apache-2.0

/// The style of the page: for light and dark colour schemes, on screens and on paper.
enum Stylesheet {
    /// The page's content security policy: it may load this stylesheet, identified by its SHA-256, and nothing else.
    static let policy =
        "default-src 'none'; style-src 'sha256-gWklOwSTgGEbQDCl76tz2xpUsq0u6Wy7Oo5sZM3MkmM='; base-uri 'none'; form-action 'none'"

    /// The contents of the `<style>` element.
    static let text = """

        :root { --ink: #1f2328; --paper: #ffffff; --faint: #59636e; --line: #d1d9e0; --bar: #0b62c4; --late: #b3261e; }
        @media (prefers-color-scheme: dark) {
        :root { --ink: #e6edf3; --paper: #1b1d21; --faint: #a5b0bb; --line: #3d444d; --bar: #6cb6ff; --late: #ff9b92; }
        }
        * { box-sizing: border-box; }
        body { margin: 0 auto; padding: 1.5rem 1rem; max-width: 52rem; color: var(--ink); background: var(--paper);
        font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
        h1 { margin: 0; font-size: 1.75rem; line-height: 1.2; }
        h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; }
        header p, footer, dt, summary { color: var(--faint); }
        header p { margin: .25rem 0 0; }
        dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin: 1.5rem 0 0; }
        dl div { display: flex; flex-direction: column; justify-content: space-between; padding: .6rem .8rem;
        border: 1px solid var(--line); border-radius: .5rem; }
        dt { font-size: .875rem; line-height: 1.3; }
        dd { margin: 0; font-size: 1.75rem; font-weight: 600; line-height: 1.3; }
        figure { margin: 0; }
        svg { display: block; width: 100%; max-width: 46rem; height: auto; font-size: 13px; }
        svg text { fill: var(--ink); }
        .grid { stroke: var(--line); }
        .bar { stroke: var(--ink); stroke-opacity: .35; }
        .plain, .part0 { fill: var(--bar); }
        .part1 { fill: var(--late); stroke-opacity: 1; stroke-dasharray: 4 3; stroke-width: 2; }
        .part2 { fill: var(--paper); stroke-opacity: 1; }
        details { margin-top: .5rem; }
        summary { cursor: pointer; font-size: .875rem; }
        table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
        th, td { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
        thead th { color: var(--faint); font-weight: 600; }
        tbody th { font-weight: 400; }
        .list tbody th { min-width: 10rem; width: 40%; overflow-wrap: anywhere; }
        .list td:nth-child(2) { white-space: nowrap; }
        .list { overflow-x: auto; }
        .numbers { width: auto; }
        .numbers td, .numbers th + th { padding-left: 1.5rem; text-align: end; font-variant-numeric: tabular-nums; }
        #overdue { color: var(--late); }
        footer { margin-top: 2.5rem; font-size: .875rem; }
        @media print {
        :root { --ink: #000000; --paper: #ffffff; --faint: #444444; --line: #aaaaaa; --bar: #0b62c4; --late: #b3261e; }
        body { max-width: none; padding: 0; font-size: 10pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
        summary { display: none; }
        details::details-content { content-visibility: visible; height: auto; }
        section, tr { break-inside: avoid; }
        .list { break-inside: auto; }
        h2 { break-after: avoid; }
        }

        """
}
