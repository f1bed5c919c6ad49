"""The verbs of the Glossary (chapter 10): what moves pieces and cards, with the rules that hold for each."""
