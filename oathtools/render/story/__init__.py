"""The story of a saga as text and page."""
